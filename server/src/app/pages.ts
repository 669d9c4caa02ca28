import { join } from 'node:path'
import { PATHS, STYLES_PATH } from '@clinic/console/app/paths.ts'
import type { FastifyInstance } from 'fastify'
import { messageCallbacks } from '../callbacks/message-callbacks.ts'
import { paymentCallbacks } from '../callbacks/payment-callbacks.ts'
import { GatewayError } from '../domain/billing/payment-gateway.ts'
import { auditKeys, publicKeys } from '../http/audit-keys.ts'
import { brandFiles } from '../http/brand/brand-files.ts'
import { consolePages } from '../http/console/console-pages.ts'
import { healthPages } from '../http/health.ts'
import { pictures, storedIcon, storedLogo } from '../http/pictures.ts'
import { recordOnce } from '../http/record-once.ts'
import { ICONS, LOGOS } from '../kernel/values/picture-paths.ts'
import { consentPages } from '../patient-pages/consent-pages.ts'
import { feedbackPages } from '../patient-pages/feedback-pages.ts'
import { formPages } from '../patient-pages/form-pages.ts'
import { linkLimits } from '../patient-pages/link-limits.ts'
import { linkPages } from '../patient-pages/link-pages.ts'
import { quotationPages } from '../patient-pages/quotation-pages.ts'
import { receiptPages } from '../patient-pages/receipt-pages.ts'
import { videoPage } from '../patient-pages/video-page.ts'
import { visitPages } from '../patient-pages/visit-pages.ts'
import type { PayDeps } from '../pay/pay-context.ts'
import { payPages } from '../pay/pay-pages.ts'
import { bucketOrigin } from '../providers/files/bucket-origin.ts'
import { messageCarriers } from '../providers/messages/carriers.ts'
import { paymentGateways } from '../providers/payments/gateways.ts'
import { oauthPlaces, publicUrl, returnOrigins } from '../settings/addresses.ts'
import { stylesPage } from '../settings/switches.ts'
import type { Core } from './core.ts'

const CONSOLE = join(import.meta.dirname, '../../../console/dist')

/** Whether the process lives and can serve. */
export const addHealth = (http: FastifyInstance, { connections: { counters, audits } }: Core): void =>
  healthPages(http, async () => {
    // Where there is a pooler, the second is behind it.
    for (const one of [counters, audits]) await one.run({ name: 'ready', text: 'select 1', values: [] })
  })

/** By which keys the seals of the audit are checked. */
export const addAuditKeys = (http: FastifyInstance, { connections: { counters } }: Core): void =>
  auditKeys(http, () => counters.run(publicKeys))

/** The pictures of plugins, as they were once fetched, and of clinics: no browser asks another host for them. */
export function addPictures(http: FastifyInstance, { connections: { counters } }: Core): void {
  pictures(http, ICONS, name => counters.run(storedIcon([name])))
  pictures(http, LOGOS, name => counters.run(storedLogo([name])))
}

/** Connects payers' pages and gateways' callbacks to the program that serves them. */
export function payDeps(http: FastifyInstance, core: Core): PayDeps {
  const { env, box, transactions, strangers, connections, clinicById, clinicOfHolder } = core
  const deliver: PayDeps['deliver'] = async (companyId, { body, headers }) => {
    const url = `/callbacks/payments/sandbox/${companyId}`
    const { statusCode } = await http.inject({ method: 'POST', url, headers, payload: body })
    if (statusCode !== 200) throw new GatewayError(`Sandbox: its callback was answered ${statusCode}.`)
  }
  return {
    transactions,
    strangers,
    recordView: core.recordBearer,
    addressOf: core.addressOf,
    connections: connections.counters,
    findClinic: clinicById,
    clinicOfHolder,
    gateways: paymentGateways({ env, box, deliver }),
    deliver,
    publicUrl: publicUrl(env),
  }
}

/** Where the page of a link is. */
export const patientLinkOf =
  ({ publicUrl: at }: Pick<PayDeps, 'publicUrl'>) =>
  (page: string, token: string): string =>
    `${at}/p/${page}/${token}`

/** What carriers and gateways call, and the pages on which patients pay. */
export async function addCallbacks(http: FastifyInstance, core: Core, pay: PayDeps): Promise<void> {
  const { env, box, transactions, clinicById: findClinic } = core
  // Messages are sent by the worker; here carriers are only listened to.
  const inClinic = () => Promise.reject(new Error('Nothing is sent while a carrier is listened to.'))
  const carriers = messageCarriers({ env, box, inClinic })
  await http.register(messageCallbacks({ transactions, carriers, findClinic, publicUrl: publicUrl(env) }))
  await http.register(payPages(pay))
  await http.register(videoPage)
  const { addressOf } = pay
  const limits = linkLimits({ addressOf, limited: env.RATE_LIMITS })
  const links = { ...pay, limits, record: recordOnce(pay) }
  await http.register(visitPages(links))
  await http.register(linkPages(links, quotationPages))
  await http.register(linkPages(links, consentPages))
  await http.register(linkPages(links, formPages))
  await http.register(linkPages(links, feedbackPages))
  await http.register(linkPages(links, receiptPages(patientLinkOf(pay))))
  await http.register(paymentCallbacks(pay))
}

/** What people open in a browser. */
export async function addPages(http: FastifyInstance, { env }: Core): Promise<void> {
  const isDeveloped = stylesPage(env)
  await http.register(brandFiles)
  await http.register(
    consolePages({
      folder: CONSOLE,
      paths: isDeveloped ? [...PATHS, STYLES_PATH] : PATHS,
      isDeveloped,
      returnOrigins: returnOrigins(env),
      assistantAddress: oauthPlaces(env).resource,
      filesOrigin: bucketOrigin(env),
    }),
  )
}
