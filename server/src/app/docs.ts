import type { FastifyInstance } from 'fastify'
import { type DocsOptions, docsPages } from '../http/docs/docs-pages.ts'
import type { Env } from '../settings/env.ts'
import { docsFacts } from './docs-facts.ts'

/** The documentation of both surfaces, with the numbers that hold here. */
export const addDocs = async (http: FastifyInstance, env: Env, documents: Omit<DocsOptions, 'facts'>): Promise<void> =>
  void (await http.register(docsPages({ ...documents, facts: docsFacts(env) })))
