import { createServer, type Socket } from 'node:net'
import { atEnd } from '../at-end.ts'
import { listen } from './listen.ts'

/** What a mail server was given. */
export interface TakenMail {
  from: string
  to: string
  /** Headers and body, as they came. */
  text: string
  user: string | null
}

export interface MailServer {
  port: number
  taken: TakenMail[]
  /** Answers the next command that begins with the word with this line instead; `silence` says nothing. */
  next(command: string, line: string): void
}

/** A mail server on loopback that speaks as much SMTP as a client needs (RFC 5321, RFC 4954), until the tests have ended. */
export async function mailServer(): Promise<MailServer> {
  const taken: TakenMail[] = []
  const instead = new Map<string, string>()
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    converse(socket, taken, instead)
  })
  const port = await listen(server)
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port, taken, next: (command, line) => void instead.set(command, line) }
}

function converse(socket: Socket, taken: TakenMail[], instead: Map<string, string>): void {
  let mail: TakenMail = { from: '', to: '', text: '', user: null }
  let inData = false
  let buffered = ''
  const say = (line: string) => line !== 'silence' && socket.write(`${line}\r\n`)
  const answer = (line: string): string => {
    const [command = '', rest = ''] = [line.split(' ')[0]?.toUpperCase(), line.slice(line.indexOf(' ') + 1)]
    const told = instead.get(command)
    if (told !== undefined && instead.delete(command)) return told
    if (command === 'EHLO') return '250-local\r\n250 AUTH PLAIN'
    if (command === 'STARTTLS') return '502 not implemented'
    if (command === 'AUTH')
      mail.user =
        Buffer.from(rest.split(' ')[1] ?? '', 'base64')
          .toString()
          .split('\0')[1] ?? null
    if (command === 'AUTH') return '235 welcome'
    if (command === 'MAIL') mail.from = /<(.*)>/.exec(rest)?.[1] ?? ''
    if (command === 'RCPT') mail.to = /<(.*)>/.exec(rest)?.[1] ?? ''
    if (command === 'DATA') inData = true
    return command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 fine'
  }
  const endData = (text: string) => {
    inData = false
    const told = instead.get('END')
    if (told !== undefined && instead.delete('END')) return say(told)
    taken.push({ ...mail, text })
    mail = { from: '', to: '', text: '', user: mail.user }
    return say('250 taken')
  }
  say('220 local')
  socket.on('data', chunk => {
    buffered += chunk.toString()
    for (;;) {
      const end = buffered.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const piece = buffered.slice(0, end)
      const wasData = inData
      buffered = buffered.slice(end + (wasData ? 5 : 2))
      if (wasData) endData(piece)
      else say(answer(piece))
    }
  })
}

/** The words of a mail, out of whichever encoding it travelled in (RFC 2045 section 6). */
export function wordsOf({ text }: TakenMail): string {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  const joined = body.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}
