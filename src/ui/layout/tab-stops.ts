const focusable = 'a[href], button, input, textarea, select, [tabindex]';

/** Where the Tab key stops within an element, in order. */
function tabStopsIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(focusable)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility() && !isPassedOver(each),
  );
}

/** Of radio buttons with one name the Tab key knows the one that is checked. */
function isPassedOver(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false;
  const others = element.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [];
  return [...others].some((each) => each.name === element.name && each.checked);
}

/** Whether the Tab key leads out of an element from where the focus is in it. @param back with the Shift key */
export function leadsOut(element: HTMLElement, from: EventTarget, back: boolean): boolean {
  const stops = tabStopsIn(element);
  return stops.length === 0 || from === (back ? stops[0] : stops[stops.length - 1]) || (back && from === element);
}
