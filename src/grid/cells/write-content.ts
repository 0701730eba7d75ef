import { fileOutline } from '../../ui/icon-outlines';
import { outlineElement } from '../../ui/outline-element';
import { type CellContent, type CellPart, isSign } from './cell-content';
import styles from './cells.module.css';

/**
 * Writes the content of a cell into its element. A text into a text, or into a part that looks the same, costs one assignment: that is nearly every cell of
 * a scroll.
 * @param keep a node of the element that stays, at the end
 */
export function writeContent(element: HTMLElement, content: CellContent, keep: Node | null = null): void {
  const first = element.firstChild;
  if (first && (first.nextSibling ?? keep) === keep) {
    const text = textWithin(first, content);
    if (text !== null) {
      (first.firstChild ?? first).nodeValue = text;
      return;
    }
  }
  putNodes(element, nodesOf(content), keep);
}

/** The text that a node needs for showing a content; null where it would need more. */
function textWithin(node: Node, content: CellContent): string | null {
  if (typeof content === 'string') return node.nodeType === Node.TEXT_NODE ? content : null;
  const [only, other] = content;
  if (!only?.look || other || only.title !== undefined || only.initial !== undefined) return null;
  const { className, title, firstChild, lastChild } = node as HTMLElement;
  return className === styles[only.look] && !title && firstChild === lastChild ? only.text : null;
}

/** Puts nodes in place of everything in an element but one. */
export function putNodes(element: HTMLElement, nodes: readonly Node[], keep: Node | null): void {
  // What holds the focus would lose it by being taken out and put in again.
  if (keep?.parentNode !== element) {
    element.replaceChildren(...nodes);
    return;
  }
  while (element.firstChild !== keep) element.firstChild?.remove();
  for (const node of nodes) element.insertBefore(node, keep);
}

/** The nodes of a content. */
export function nodesOf(content: CellContent): Node[] {
  return typeof content === 'string' ? [document.createTextNode(content)] : content.map(nodeOf);
}

function nodeOf(part: CellPart): Node {
  const { text, look, title, initial } = part;
  if (look === null) return document.createTextNode(text);
  const element = document.createElement('span');
  element.className = styles[look] ?? '';
  if (title !== undefined) element.title = title;
  if (isSign(part)) {
    element.role = 'img';
    element.ariaLabel = title ?? null;
  }
  if (initial !== undefined) {
    const letter = document.createElement('span');
    letter.className = styles.initial ?? '';
    letter.ariaHidden = 'true';
    letter.textContent = initial;
    element.append(letter);
  }
  if (look === 'file') element.append(outlineElement(fileOutline, 13));
  element.append(text);
  return element;
}
