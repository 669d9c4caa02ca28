import { modelOf } from './model.js'
import { fillSidebar } from './nav.js'
import { pageOf } from './pages.js'

const main = document.querySelector('main')
const sidebar = document.querySelector('#sidebar')

/** The parts of the present address: `#/patients/createPatient`. */
const addressParts = () => location.hash.slice(2).split('/').filter(Boolean).map(decode)

function decode(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** Marks the section that is being read. */
function follow(page, mark) {
  const visible = new Set()
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) isIntersecting ? visible.add(target) : visible.delete(target)
      const first = [...main.querySelectorAll('section[id]')].find(section => visible.has(section))
      mark(page, first?.id ?? page)
    },
    { rootMargin: '-80px 0px -65% 0px' },
  )
  for (const section of main.querySelectorAll('section[id]')) observer.observe(section)
  return observer
}

function start(api) {
  const model = modelOf(api)
  const mark = fillSidebar(sidebar, document.querySelector('.menu'), model)
  let shown
  let observer
  function show() {
    const parts = addressParts()
    const name = parts[0] ?? 'guide'
    const page = name === shown ? undefined : pageOf(name, model)
    if (page && page.name !== shown) {
      observer?.disconnect()
      main.replaceChildren(...page.content.flat(9))
      shown = page.name
      document.title = page.title === model.title ? model.title : `${page.title} · ${model.title}`
      observer = follow(shown, mark)
    }
    sidebar.togglePopover(false)
    const target = document.getElementById(parts.join('/'))
    document.querySelector('.arrived')?.classList.remove('arrived')
    target?.classList.add('arrived')
    if (target) target.scrollIntoView()
    else scrollTo(0, 0)
    mark(shown, parts.join('/'))
  }
  addEventListener('hashchange', show)
  show()
}

document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault()
  main.focus()
})

try {
  const response = await fetch(document.documentElement.dataset.api)
  if (!response.ok) throw new Error(String(response.status))
  start(await response.json())
} catch (error) {
  main.textContent = `The description of the interface could not be read (${error.message}). Try again shortly.`
}
