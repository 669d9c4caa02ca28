/** Where no field comes by then, the keys are the page's again. */
const LONGEST_MS = 3_000
const FIELD = '[role=dialog] :is(input:not([type=checkbox], [type=radio]), textarea)'

/**
 * A key has opened a panel: what is typed from now on until its first field has the focus goes into that field, and is no key
 * of the room meanwhile.
 */
export function typeAhead(): void {
  const typed: string[] = []
  const held = new AbortController()
  const { signal } = held
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape') return held.abort()
    const isBack = key === 'Backspace'
    if ([...key].length !== 1 && !isBack) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isBack) typed.pop()
    else if (!repeat) typed.push(key)
  }
  const give = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement && target.matches(FIELD))) return
    held.abort()
    // As if it were typed: whatever the field makes of what is typed, it makes of this.
    if (typed.length > 0) document.execCommand('insertText', false, typed.join(''))
  }
  window.addEventListener('keydown', hold, { capture: true, signal })
  window.addEventListener('focusin', give, { signal })
  const timer = setTimeout(() => held.abort(), LONGEST_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
}
