import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNamed } from '../http/cookies.ts'

const TOKEN = /^[\w-]{43}$/

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, token: string): void
  clear(reply: FastifyReply): void
}

/**
 * The cookie that holds a session's token: for this host alone, out of scripts' reach, never sent with what another site
 * starts, and over https nowhere else.
 */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-staff' : 'staff'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    read({ headers }) {
      const token = cookieNamed(headers.cookie, name)
      return token !== undefined && TOKEN.test(token) ? token : undefined
    },
    write: (reply, token) => void reply.header('set-cookie', `${name}=${token}; ${attributes}`),
    clear: reply => void reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}
