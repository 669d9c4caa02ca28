import { ClinicError, Forbidden, Invalid, NotFound, Refused } from '@clinic/sdk'
import { enter, labOfSession, leave } from './entrance.ts'
import { ACCEPTED, addFile, filesOf } from './files.ts'
import { keepOrder, ORDER_STATES, orderOf, ordersOf } from './orders.ts'
import { entrancePage, orderPage, ordersPage, saying, type View } from './pages.ts'
import { type Portal, whileAllowed } from './portal.ts'

/** A request, as far as the pages go by it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** What the browser keeps of the session; empty where there is none. */
  readonly session: string
  /** Reads the form, once; undefined where it is too large. */
  readonly form: () => Promise<FormData | undefined>
  readonly view: Omit<View, 'labName'>
}

export interface Answer {
  readonly status: number
  readonly page?: string
  /** Where to go on. */
  readonly to?: string
  /** What the browser is to keep; empty to forget it. */
  readonly session?: string
}

const ENTER = /^\/enter\/([\w-]{1,100})$/
const ORDER = /^\/orders\/([\w-]{1,64})(?:\/(state|files))?$/
const FILE = /^\/orders\/([\w-]{1,64})\/files\/([\w-]{1,64})$/

export async function answerTo(portal: Portal, asked: Asked): Promise<Answer> {
  const { path, method, session } = asked
  const [, secret] = ENTER.exec(path) ?? []
  const visitor: View = { ...asked.view, labName: '' }
  if (path === '/privacy') return { status: 200, page: saying(visitor, 'privacy') }
  if (secret !== undefined) return entrance(portal, asked, secret)
  const lab = portal.isOver ? undefined : labOfSession(portal, session)
  if (!lab) return { status: 403, page: saying(visitor, 'closed') }
  if (path === '/leave' && method === 'POST') {
    leave(portal, session)
    return { status: 303, to: '/', session: '' }
  }
  const view: View = { ...asked.view, labName: lab.name }
  let answer: Answer = { status: 503, page: saying(view, 'unreachable') }
  try {
    await whileAllowed(portal, async () => {
      answer = await ofLab(portal, asked, view, lab.id)
    })
  } catch (error) {
    if (!(error instanceof ClinicError)) throw error
    answer = failed(view, error)
    portal.log(`${error.operation} failed: ${error.code}, request ${error.requestId ?? 'unknown'}.`)
  }
  return answer
}

/** What the clinic refused of a file is the lab's to mend; all else passes. */
function failed(view: View, error: ClinicError): Answer {
  if (error instanceof NotFound) return { status: 404, page: saying(view, 'lost') }
  if (error instanceof Refused || error instanceof Invalid) return { status: 422, page: saying(view, 'refused') }
  return { status: 503, page: saying(view, 'unreachable') }
}

function entrance(portal: Portal, { method, view }: Asked, secret: string): Answer {
  const visitor: View = { ...view, labName: '' }
  if (method !== 'POST') return { status: 200, page: entrancePage(visitor) }
  const session = enter(portal, secret)
  return session === undefined ? { status: 403, page: saying(visitor, 'closed') } : { status: 303, to: '/', session }
}

async function ofLab(portal: Portal, asked: Asked, view: View, labId: string): Promise<Answer> {
  const { path, method, query } = asked
  const { database } = portal
  if (path === '/') {
    const state = ORDER_STATES.find(one => one === query.get('state')) ?? 'pending'
    return { status: 200, page: ordersPage(view, state, ordersOf(database, labId, state)) }
  }
  const [, fileOf, fileId] = FILE.exec(path) ?? []
  const [, orderId, part] = ORDER.exec(path) ?? []
  const order = orderOf(database, labId, fileOf ?? orderId ?? '')
  if (!order) return { status: 404, page: saying(view, 'lost') }
  if (fileId !== undefined) {
    const shown = (await filesOf(portal, order)).find(({ file }) => file.id === fileId)
    // The address is signed for a few minutes: it is asked for when it is needed and never kept.
    return shown ? { status: 303, to: shown.file.downloadUrl } : { status: 404, page: saying(view, 'lost') }
  }
  if (method === 'POST') return part === 'files' ? added(portal, asked, view, order) : moved(portal, asked, order)
  const [files, patient] = await Promise.all([filesOf(portal, order), patientOf(portal, order.patientId)])
  return { status: 200, page: orderPage(view, { order, files, patient }) }
}

type Order = NonNullable<ReturnType<typeof orderOf>>

async function moved({ clinic, database }: Portal, { form }: Asked, { id }: Order): Promise<Answer> {
  const state = (await form())?.get('state')
  if (state === 'received') keepOrder(database, await clinic.labOrders.update({ id, received: true }))
  if (state === 'delivered') keepOrder(database, await clinic.labOrders.update({ id, received: true, delivered: true }))
  return { status: 303, to: `/orders/${id}` }
}

async function added(portal: Portal, { form }: Asked, view: View, order: Order): Promise<Answer> {
  const sent = await form()
  if (!sent) return { status: 413, page: saying(view, 'large') }
  const file = sent.get('file')
  if (!(file instanceof File) || !ACCEPTED.some(type => type === file.type))
    return { status: 415, page: saying(view, 'unsuitable') }
  await addFile(portal, order, file)
  return { status: 303, to: `/orders/${order.id}` }
}

/** The name where the clinic shows it; a grant that was taken back meanwhile is as good as none. */
async function patientOf({ clinic, known }: Portal, id: string): Promise<string> {
  if (!known.seesPatients) return ''
  try {
    return (await clinic.patients.get({ id })).fullName ?? ''
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return ''
    throw error
  }
}
