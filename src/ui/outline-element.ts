import styles from './icons.module.css';

const svg = 'http://www.w3.org/2000/svg';

/** An icon as an element of its own: what `Icon` draws, without a component. @param size edge length in px */
export function outlineElement(outline: string, size: number): SVGSVGElement {
  const icon = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', outline);
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': true }))
    icon.setAttribute(name, String(value));
  icon.classList.add(styles.icon ?? '');
  icon.append(path);
  return icon;
}
