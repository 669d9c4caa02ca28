// Runs in the page: what each press of the Tab key comes to, and what is wrong with it.
;(() => {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex="0"], ' +
    ['button', 'link', 'checkbox', 'switch', 'radio', 'tab', 'menuitem', 'option', 'combobox', 'slider', 'treeitem']
      .map(role => `[role=${role}]`)
      .join(', ')
  /** One stop for all of them, between which the arrows go: the browser's own, or made so by the page. */
  const COMPOSITES =
    '[role=tablist], [role=menu], [role=radiogroup], [role=listbox], [role=tree], [role=grid], [data-roving]'

  const isShown = element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
  const isDrawn = element => boxOf(element).width * boxOf(element).height > 0
  const named = element => element.outerHTML.replace(/\s+(class|style|d)="[^"]*"/g, '').slice(0, 160)

  const isRadioOf = (one, other) => one.type === 'radio' && other.type === 'radio' && one.name === other.name
  /** What one reaches by the arrows once one is there. */
  const leadsTo = (stop, control) =>
    isRadioOf(stop, control) || (control.closest(COMPOSITES)?.contains(stop) && control.tabIndex === -1)
  /** Fields of numbers step by the arrows of the keyboard; their own arrows are for the mouse. */
  const isForMouse = control => control.closest('.mantine-NumberInput-controls') !== null

  function controls() {
    const all = [...within.querySelectorAll(CONTROLS)]
    return all.filter(control => isShown(control) && !control.matches(':disabled') && !isForMouse(control))
  }

  /** What shows the hand of a link, and is neither a control nor a part or the label of one. */
  function clickable() {
    const hasHand = element => element !== null && getComputedStyle(element).cursor === 'pointer'
    return [...within.querySelectorAll('*')].filter(
      element =>
        hasHand(element) &&
        !hasHand(element.parentElement) &&
        isShown(element) &&
        isDrawn(element) &&
        !element.closest(`${CONTROLS}, label`) &&
        !element.querySelector(`${CONTROLS}, label`),
    )
  }

  const boxOf = element => element.getBoundingClientRect()
  /** A switch is drawn by what stands beside its field, which itself has no size. */
  const drawn = stop => (boxOf(stop).width > 2 ? stop : (stop.labels?.[0] ?? stop.parentElement))

  /** Outlines and rings of what is focused and of what is drawn around it. */
  function marks(stop) {
    const { parentElement: frame } = stop
    const beside = [...frame.children].filter(element => !element.matches(CONTROLS))
    const around = [stop, ...(stop.labels ?? []), ...beside, frame, frame.parentElement]
    return around
      .map(element => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element)
        return `${outlineStyle === 'none' ? '' : outlineWidth + outlineColor} ${boxShadow}`
      })
      .join()
  }

  /** Where it is in the window, what lies on top there. */
  function hidden(stop) {
    const element = drawn(stop)
    const [left, top] = [Math.max(boxOf(element).left, 0), Math.max(boxOf(element).top, 0)]
    const [right, bottom] = [Math.min(boxOf(element).right, innerWidth), Math.min(boxOf(element).bottom, innerHeight)]
    if (right - left < 1 || bottom - top < 1) return 'is out of sight'
    const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (on === null || on.contains(element) || element.contains(on) || on.closest('label')?.control === stop) return
    return `is covered by ${named(on)}`
  }

  /** The Tab key goes from the day to the month to the year. */
  const hasParts = stop => ['date', 'time', 'datetime-local', 'month', 'week'].includes(stop.type)

  const stops = []
  const faults = new Set()
  /** A dialog, which keeps the focus; or the page; or what is in the room alone, as the link to the content leads there. */
  let within = document.body
  let isRoom = false
  let last
  let isKnown = false

  /** What the focus is on before it goes on, when all that it has brought about is done. */
  function arrived() {
    if (isKnown) {
      isKnown = false
      return
    }
    const stop = document.activeElement
    if (last && last.stop !== stop && last.stop.isConnected && marks(last.stop) === last.marks)
      faults.add(`no mark of the focus: ${named(last.stop)}`)
    const isFirst = stops.length === 0
    if (stop === stops.at(-1) && hasParts(stop)) return
    stops.push(stop)
    last = undefined
    if (isFirst || isClosed() || stop === document.body) return
    if (!within.contains(stop)) faults.add(`the focus leaves the dialog for ${named(stop)}`)
    const problem = hidden(stop)
    if (problem) faults.add(`${named(stop)} ${problem}`)
    last = { stop, marks: marks(stop) }
  }
  const onKey = ({ key }) => key === 'Tab' && arrived()

  /** Where the round is closed: at what was first, or with what is not in the room any more. */
  function endOfRound() {
    const [first, ...rest] = stops.slice(1)
    const end = isRoom ? stops.slice(1).findIndex(stop => !within.contains(stop)) : rest.indexOf(first) + 1
    return end === -1 || (end === 0 && !isRoom) ? undefined : end
  }
  const isClosed = () => endOfRound() !== undefined

  const isBefore = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

  /** What the style sheet draws in another place among others than it has in the document. */
  function isMoved(element) {
    const { parentElement: row } = element
    const isReversed = /reverse/.test(getComputedStyle(row).flexDirection)
    if (getComputedStyle(element).order === '0' && !isReversed) return false
    return [...row.querySelectorAll(CONTROLS)].some(other => !element.contains(other))
  }

  function judge(found) {
    const reached = found.filter(stop => stop !== document.body)
    if (found.length - reached.length > (within === document.body ? 1 : 0)) faults.add('the focus is lost on the way')
    for (const control of controls())
      if (!reached.some(stop => stop === control || leadsTo(stop, control)))
        faults.add(`not reached: ${named(control)}`)
    for (const element of clickable()) faults.add(`only for the mouse: ${named(element)}`)
    for (const element of within.querySelectorAll('[tabindex]'))
      if (element.tabIndex > 0) faults.add(`pushes itself forward: ${named(element)}`)
    const jumps = reached.filter((stop, at) => at > 0 && !isBefore(reached[at - 1], stop))
    // Once round from the middle goes over the end.
    if (jumps.length > (isRoom ? 0 : 1))
      for (const stop of jumps) faults.add(`stands before what leads to it: ${named(stop)}`)
    for (const stop of reached)
      for (let at = stop; at !== within && at.parentElement; at = at.parentElement)
        if (isMoved(at)) faults.add(`is drawn elsewhere than it stands: ${named(at)}`)
    return [...faults]
  }

  function beginIn(part) {
    within = part
    stops.length = 0
    faults.clear()
    last = undefined
    isKnown = false
    // A page that is written anew has lost it; one that has it takes it once.
    addEventListener('keydown', onKey, { capture: true })
  }

  globalThis.keyboard = {
    /** About how many presses lead round. */
    begin(room) {
      const dialog = [...document.querySelectorAll('[role=dialog]')].filter(isShown).at(-1)
      isRoom = room && !dialog
      beginIn(dialog ?? (room ? document.querySelector('#main') : document.body))
      if (isRoom) within.focus()
      if (dialog && !dialog.contains(document.activeElement)) faults.add('the dialog does not take the focus')
      return { presses: controls().length + 2, isDialog: dialog !== undefined }
    },
    /** What is wrong, once the round is closed. */
    end() {
      arrived()
      isKnown = true
      const end = endOfRound()
      return end === undefined ? undefined : judge(stops.slice(1, end + 1))
    },
    /** How many presses lead back through a room that is longer than the window, from its last stop. */
    back() {
      const ways = stops.filter(stop => document.querySelector('#main')?.contains(stop))
      isRoom = true
      beginIn(document.querySelector('#main') ?? document.body)
      if (document.documentElement.scrollHeight <= innerHeight || ways.length === 0) return 0
      ways.reduce((one, other) => (isBefore(one, other) ? other : one)).focus()
      return ways.length
    },
    /** What of the stops on the way was not to be seen. */
    seen() {
      arrived()
      return [...faults]
    },
  }
})()
