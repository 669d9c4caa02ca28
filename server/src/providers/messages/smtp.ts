import type { NodemailerError, SMTPTransportOptions } from 'nodemailer'
import type { MessageCarrier, Outgoing, SendOutcome } from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { permittedSocket } from '../../egress/connector.ts'
import { timedCall } from '../timed-call.ts'

export interface SmtpOptions {
  deadlineMs: number
  /** The operator's leave to reach private networks; a clinic's own entry is no reason to. */
  allowPrivate: boolean
}

/**
 * E-mail by SMTP. `security` is `tls` (from the first byte, port 465), `starttls` (refused where the server has none) or
 * `none`. A message whose answer was lost is sent again: it can arrive twice, with the same Message-ID.
 */
export function smtpCarrier(settings: ProviderSettings, { deadlineMs, allowPrivate }: SmtpOptions): MessageCarrier {
  const { host = '', security, user = '', password = '', from = '' } = settings
  const port = Number(settings.port)
  const transport: SMTPTransportOptions = {
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls' },
    ...(user !== '' && { auth: { user, pass: password } }),
    ...timeouts(deadlineMs),
    getSocket: (_options, callback) => {
      permittedSocket({ host, port, allowPrivate, timeoutMs: deadlineMs }).then(
        connection => callback(null, { connection }),
        error => callback(error, false),
      )
    },
  }
  return { send: message => sendMail(transport, from, message) }
}

export const timeouts = (deadlineMs: number) => ({
  connectionTimeout: deadlineMs,
  greetingTimeout: deadlineMs,
  socketTimeout: deadlineMs,
})

const WHOLE_MS = 30_000

type Mail = Pick<Outgoing, 'reference' | 'to' | 'content'>

const OUTCOMES = { sent: 'answered', refused: 'refused', retry: 'failed' } as const

/** Hands one mail over; what the server says decides what becomes of it. */
export const sendMail = (transport: SMTPTransportOptions, from: string, mail: Mail): Promise<SendOutcome> =>
  timedCall(
    'smtp',
    () => handOver(transport, from, mail),
    ended => ('value' in ended ? OUTCOMES[ended.value.result] : 'unreachable'),
  )

async function handOver(
  transport: SMTPTransportOptions,
  from: string,
  { reference, to, content }: Mail,
): Promise<SendOutcome> {
  // Loaded with the first mail: a start need not wait for it, and many a platform sends none.
  const { createTransport } = await import('nodemailer')
  const mailer = createTransport(transport)
  const subject = content.type === 'mail' ? content.subject : ''
  const messageId = `<${reference}@${domainOf(from)}>`
  // The time-outs are for each step; a server that is slow at every one of them would outlast the claim.
  const signal = AbortSignal.timeout(WHOLE_MS)
  try {
    await mailer.sendMail({ from, to: { name: '', address: to }, subject, text: content.text, messageId, signal })
    return { result: 'sent', carrierId: messageId }
  } catch (error) {
    return refusalOf(error)
  } finally {
    mailer.close()
  }
}

const domainOf = (address: string): string => /@([\w.-]+)>?$/.exec(address)?.[1] ?? 'localhost'

const isMailError = (error: unknown): error is NodemailerError => error instanceof Error

/** RFC 5321 section 4.2.1: what begins with 5 stays refused, what begins with 4 may pass. */
function refusalOf(error: unknown): SendOutcome {
  const { code = '', responseCode = 0, command = '' } = isMailError(error) ? error : {}
  if (code === 'EAUTH' || code === 'ENOAUTH') return { result: 'refused', error: 'carrier_refused_account' }
  const isTemporary = responseCode >= 400 && responseCode < 500
  const stays = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isTemporary || !stays) return { result: 'retry', error: 'carrier_unavailable' }
  if (command === 'MAIL FROM') return { result: 'refused', error: 'carrier_refused_account' }
  return { result: 'refused', error: command === 'DATA' ? 'content_refused' : 'recipient_unreachable' }
}
