const MOST = 40

/** How well an entry fits: every word must be there, best in its title, and there at its beginning. */
function scoreOf({ title, words }, asked) {
  let score = 0
  for (const word of asked) {
    const at = title.indexOf(word)
    if (at < 0 && !words.includes(word)) return 0
    score += at === 0 ? 4 : at > 0 ? 3 : 1
  }
  return score
}

const lower = entry => ({
  ...entry,
  shown: entry.title,
  title: entry.title.toLowerCase(),
  words: entry.words.toLowerCase(),
})

function find(entries, asked) {
  const scored = entries.map(entry => [scoreOf(entry, asked), entry]).filter(([score]) => score > 0)
  return scored.sort(([one], [other]) => other - one).map(([, entry]) => entry)
}

/** Text is set as text, so nothing that is found can become markup. */
function resultOf({ kind, shown, href }) {
  const [item, link, label, title] = ['li', 'a', 'span', 'span'].map(tag => document.createElement(tag))
  link.href = href
  label.className = 'found-kind'
  label.textContent = kind
  title.textContent = shown
  link.append(label, title)
  item.append(link)
  return item
}

const told = (text, count) => {
  if (count > 0) return `${count} found${count > MOST ? `, the first ${MOST} shown` : ''}`
  return `Nothing found for “${text}”. Try fewer words, or the name of an operation, field, event, error or scope.`
}

const visibleLinks = sidebar => [...sidebar.querySelectorAll('.found a, nav a')].filter(link => link.checkVisibility())

/** Up and down move through what is shown; from the search field down goes to the first entry. */
function moveFocus(event, sidebar, field) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const links = visibleLinks(sidebar)
  const next = links[links.indexOf(document.activeElement) + step]
  event.preventDefault()
  if (next) next.focus()
  else if (step < 0) field.focus()
}

function listen(sidebar, field) {
  sidebar.addEventListener('keydown', event => moveFocus(event, sidebar, field))
  document.addEventListener('keydown', event => {
    const typing = event.target.closest?.('input:not([type=radio]), textarea')
    if (typing || (event.key !== '/' && !(event.key === 'k' && (event.ctrlKey || event.metaKey)))) return
    event.preventDefault()
    if (document.querySelector('.menu').checkVisibility()) sidebar.togglePopover(true)
    field.focus()
  })
}

/** Searches guides and reference; what is searched is fetched when the field is first used. */
export function searchIn(sidebar) {
  const [box, nav, found] = ['.search', 'nav', '.found'].map(name => sidebar.querySelector(name))
  const [field, status, list] = [box.querySelector('input'), found.querySelector('p'), found.querySelector('ul')]
  let entries
  const fetched = async () => (await (await fetch(box.dataset.entries)).json()).map(lower)
  async function search() {
    const text = field.value.trim()
    nav.hidden = text !== ''
    found.hidden = text === ''
    if (text === '') return list.replaceChildren()
    entries ??= fetched()
    try {
      const results = find(await entries, text.toLowerCase().split(/\s+/))
      if (text !== field.value.trim()) return
      list.replaceChildren(...results.slice(0, MOST).map(resultOf))
      status.textContent = told(text, results.length)
    } catch {
      entries = undefined
      status.textContent = 'The search could not be read. Try again shortly.'
    }
  }
  box.hidden = false
  field.addEventListener('focus', () => {
    entries ??= fetched().catch(() => undefined)
  })
  field.addEventListener('input', search)
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter') list.querySelector('a')?.click()
    if (event.key !== 'Escape') return
    field.value = ''
    search()
  })
  listen(sidebar, field)
}
