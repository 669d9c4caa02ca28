/** Whether a key belongs to what is being typed, or to the dialog that is open. */
export function isBusy(target: EventTarget | null): boolean {
  const typing = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable=true]')
  return typing || document.querySelector('[role=dialog], [role=menu]') !== null
}

const OFF = 'shortcuts.off'

/** Whether single letters do something: a person who dictates, or whose hand slips, switches them off (WCAG 2.1.4). */
export const lettersAct = {
  get: (): boolean => localStorage.getItem(OFF) === null,
  set: (act: boolean): void => (act ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, '1')),
}
