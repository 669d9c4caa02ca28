import { copyCode } from './copy.js'
import { rememberLanguage } from './languages.js'
import { searchIn } from './search.js'

const sidebar = document.querySelector('#sidebar')

/** Marks in the side bar what is being read. */
function followReading() {
  const links = new Map([...sidebar.querySelectorAll('.parts a')].map(link => [link.hash.slice(1), link]))
  const read = new Set()
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) isIntersecting ? read.add(target) : read.delete(target)
      const first = [...document.querySelectorAll('section[id]')].find(section => read.has(section))
      for (const link of links.values()) link.removeAttribute('aria-current')
      links.get(first?.id)?.setAttribute('aria-current', 'location')
    },
    { rootMargin: '-80px 0px -65% 0px' },
  )
  for (const section of document.querySelectorAll('section[id]')) observer.observe(section)
}

// A link within the page leaves the menu of a narrow screen open.
sidebar.addEventListener('click', event => event.target.closest('a') && sidebar.togglePopover(false))
sidebar.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
followReading()
copyCode()
rememberLanguage()
searchIn(sidebar)
