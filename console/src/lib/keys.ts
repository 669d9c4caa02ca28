/** Whether a key belongs to what is being typed, or to the dialog that is open. */
export function isBusy(target: EventTarget | null): boolean {
  const typing =
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable=true]')
  return typing || document.querySelector('[role=dialog], [role=menu]') !== null
}

const BLURRED = 'data-blurred'

/** Hides names and phone numbers from those who stand at the desk, or shows them again; answers whether they are hidden. */
export const toggleBlur = (): boolean => document.documentElement.toggleAttribute(BLURRED)

/** The field in which the room is searched; false where it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#main input[type=search]')
  field?.select()
  field?.focus()
  return field !== null
}
