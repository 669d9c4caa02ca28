import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium as playwright } from 'playwright-core'
import { chromium } from '../../../../console/test/chromium.ts'
import { atEnd } from '../at-end.ts'
import { selfSigned } from '../servers/self-signed.ts'

export interface AssistantSite {
  /** A browser for which every name under `.example`, and claude.ai, is this site. */
  browser: Browser
  /** What was asked for over https so far: host and path with query. */
  asked: string[]
  /** Pages of this site, by path; over https and over http alike. */
  pages: Map<string, string>
  /** Where a path leads. */
  redirects: Map<string, string>
}

/** The rest of the world, as a browser sees it: the sites of assistants, and of those who mean no good. */
export async function startAssistantSite(): Promise<AssistantSite> {
  const site: Omit<AssistantSite, 'browser'> = { asked: [], pages: new Map(), redirects: new Map() }
  const answer: RequestListener = ({ url = '/', headers }, response) => {
    site.asked.push(`${headers.host}${url}`)
    const [path = ''] = url.split('?')
    const location = site.redirects.get(path)
    if (location !== undefined) return response.writeHead(302, { location }).end()
    const page = site.pages.get(path) ?? `<h1>Arrived at ${headers.host}${path}</h1>`
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }
  const servers = [createHttps(selfSigned('assistant.example'), answer), createHttp(answer)]
  const ports: number[] = []
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ports.push((server.address() as AddressInfo).port)
  }
  const rules = ['*.example', 'claude.ai'].flatMap(name => [
    `MAP ${name}:443 127.0.0.1:${ports[0]}`,
    `MAP ${name}:80 127.0.0.1:${ports[1]}`,
  ])
  const options = await chromium()
  const args = [...(options.args ?? []), `--host-resolver-rules=${rules.join(',')}`, '--ignore-certificate-errors']
  const browser = await playwright.launch({ ...options, args })
  atEnd(async () => {
    await browser.close()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })
  return { ...site, browser }
}
