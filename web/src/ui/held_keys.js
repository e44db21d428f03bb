/**
 * Keys that are typed while something that will have the focus is on its way.
 *
 * What: from `holdKeys()` on, letters go nowhere; `give()` writes them into the field that has the focus then,
 * `release()` lets go of them.
 * Why: what a dialog shows is loaded when it is first opened. Who types on would write into the text behind it.
 *
 *   const held = holdKeys();
 *   await load();
 *   held.give();
 */

/** The element that has the focus, through shadow roots. @returns {Element | null} */
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

export function holdKeys() {
  let text = '';
  let cancelled = false;
  /** @param {KeyboardEvent} event */
  const hold = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') cancelled = true;
    else if (event.key === 'Backspace') text = text.slice(0, -1);
    else if ([...event.key].length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', hold, { capture: true });
  const release = () => window.removeEventListener('keydown', hold, { capture: true });
  return {
    release,
    /** Escape was pressed: whatever is on its way is not wanted any more. */
    get cancelled() {
      return cancelled;
    },
    /** What was typed goes into the field with the focus, if that is one. */
    give() {
      release();
      const field = focused();
      if (text === '' || !(field instanceof HTMLInputElement)) return;
      field.value += text;
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    },
  };
}
