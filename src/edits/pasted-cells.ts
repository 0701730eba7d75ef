/** The cells of a clipboard: from the table of its HTML where that has all of them, else from its text. */

import { copiedMark } from './csv-writer';
import { parseTsv } from './tsv';

export interface PastedCells {
  cells: string[][];
  /** Whether the source says where its cells end; false for lines of text, each of which was taken for a row. */
  isTable: boolean;
}

/** Reads a clipboard. @param html its HTML as `inertDocument` gives it; null where there is none */
export function pastedCells(text: string, html: Document | null): PastedCells {
  const cells = cellsOfTable(text, html);
  if (cells) return { cells, isTable: true };
  const rows = parseTsv(text);
  return { cells: rows, isTable: rows.length <= 1 || rows.some((row) => row.length > 1) };
}

/**
 * The cells of a clipboard by the table in its HTML. Cells that were copied here come back exactly. The table of another program or of a web page counts if
 * it holds all of the text beside it; otherwise it is only a part of what was copied.
 * @returns null where no table counts
 */
export function cellsOfTable(text: string, html: Document | null): string[][] | null {
  const table = html?.querySelector('table');
  if (!table) return null;
  const isOwn = table.hasAttribute(copiedMark);
  const cells = cellsOf(table, isOwn ? exactText : shownText);
  if (isOwn) return cells;
  const rows = parseTsv(text);
  if (text !== '' && inkOf(cells) !== inkOf(rows)) return null;
  const hasFixedSpaces = text.includes('\u00a0');
  const inText = (cell: string, plain: string | undefined) => {
    // HTML folds spaces: where that is all that differs, the text has them as they were.
    if (plain !== undefined && folded(plain) === folded(cell)) return plain.replaceAll('\r\n', '\n');
    return hasFixedSpaces ? cell : cell.replaceAll('\u00a0', ' ');
  };
  return cells.map((row, line) => row.map((cell, place) => inText(cell, rows[line]?.[place])));
}

/** The cells of a table as a sheet has them: a merged cell has its text in the first of its places, and the others are blank. */
function cellsOf(table: HTMLTableElement, textOf: (cell: Element) => string): string[][] {
  // Excel adds a hidden row without text, which holds the widths.
  const rows = [...table.rows].filter((row) => !isHidden(row) || row.textContent.trim() !== '');
  const sheet: string[][] = rows.map(() => []);
  rows.forEach(({ cells }, top) => {
    let left = 0;
    for (const cell of cells) {
      while (sheet[top]?.[left] !== undefined) left += 1;
      // A span of 0 reaches to the last row.
      for (const row of sheet.slice(top, top + (cell.rowSpan || rows.length))) {
        for (let place = left; place < left + cell.colSpan; place += 1) row[place] = '';
      }
      sheet[top]?.splice(left, 1, textOf(cell));
    }
  });
  return sheet.map((row) => Array.from(row, (cell) => cell ?? ''));
}

/** The text of a cell that was copied here: nothing in it is folded. */
function exactText(cell: Element): string {
  return Array.from(cell.childNodes, (node) => (node.nodeName === 'BR' ? '\n' : node.textContent)).join('');
}

const hiddenTags = /^(?:SCRIPT|STYLE|TEMPLATE)$/;
const blockTags = /^(?:BLOCKQUOTE|CAPTION|D[DLT]|DIV|H[1-6R]|LI|OL|P|PRE|T[DHR]|TABLE|UL)$/;
/** In a text that is not folded yet: the edge of a block, and a space that stays. Neither is a character of any text. */
const edge = '\ufdd0';
const keptSpace = '\ufdd1';

/** The text of a cell as a browser shows it: white space folded, a line for each `<br>` and block. */
function shownText(cell: Element): string {
  return unfolded(cell, '')
    .replace(/ +/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n?[ \ufdd0]*\ufdd0[ \ufdd0]*/g, edge)
    .slice(1, -1)
    .replaceAll(edge, '\n')
    .replaceAll(keptSpace, ' ')
    .replace(/^\u00a0$/, '');
}

/** @param outer the styles around it, which decide whether its spaces are kept */
function unfolded(element: Element, outer: string): string {
  if (hiddenTags.test(element.nodeName) || isHidden(element)) return '';
  const style = `${outer};${element.nodeName === 'PRE' ? 'white-space:pre' : element.getAttribute('data-style')}`;
  let text = '';
  for (const node of element.childNodes) {
    if (node.nodeName === 'BR') text += '\n';
    else if (node instanceof Element) text += unfolded(node, style);
    else if (node.nodeName === '#text') text += foldedText(node.nodeValue ?? '', style);
  }
  return blockTags.test(element.nodeName) ? `${edge}${text}${edge}` : text;
}

function foldedText(text: string, style: string): string {
  // Excel writes several spaces as a span of them, fixed ones among them.
  if (/mso-spacerun\s*:\s*yes/i.test(style)) return text.replace(/\s/g, keptSpace);
  const whiteSpace = [...style.matchAll(/white-space(?:-collapse)?\s*:\s*([\w-]+)/gi)].at(-1)?.[1] ?? '';
  return /^(?:pre|preserve|break-spaces)/i.test(whiteSpace)
    ? text.replaceAll(' ', keptSpace)
    : text.replace(/[ \t\n\r\f]+/g, ' ');
}

function isHidden(element: Element): boolean {
  return element.hasAttribute('hidden') || /display\s*:\s*none/i.test(element.getAttribute('data-style') ?? '');
}

/** All that is seen of cells: neither white space nor the quotes around a cell of several lines. */
function inkOf(rows: readonly (readonly string[])[]): string {
  return rows
    .flat()
    .join('')
    .replace(/[\s"]+/g, '');
}

/** A text with each run of spaces as one, and lines kept. */
function folded(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
