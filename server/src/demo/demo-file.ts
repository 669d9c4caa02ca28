import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { demoPath } from './demo-path.ts'
import { DEMO_MANIFESTS, demoToken } from './installations.ts'
import { type DemoLogin, demoLogins } from './logins.ts'
import type { ClinicPlan } from './plan.ts'
import type { DemoPublisher } from './plugins/publisher.ts'

/** The part of demo.json about one clinic (contract section 13). */
export interface DemoClinic {
  id: string
  name: string
  sandbox: boolean
  logins: DemoLogin[]
  installations: {
    id: string
    pluginSlug: string
    mode: 'LIVE' | 'TEST'
    scopes: string[]
    events: string[]
    token: string
  }[]
}

export interface DemoFile {
  baseUrl: string
  assistantUrl: string
  clinics: DemoClinic[]
  publishers: DemoPublisher[]
}

export function demoClinic(
  plan: ClinicPlan,
  companyId: string,
  installationId: (slug: string) => string,
  box: SecretBox,
): DemoClinic {
  const { facts } = plan
  const mode = facts.sandbox ? 'TEST' : 'LIVE'
  return {
    id: companyId,
    name: facts.name,
    sandbox: facts.sandbox,
    logins: demoLogins(plan, box),
    installations: DEMO_MANIFESTS.map(({ plugin: { slug }, requestedScopes, requestedEvents }) => ({
      id: installationId(slug),
      pluginSlug: slug,
      mode,
      scopes: [...requestedScopes],
      events: [...requestedEvents],
      token: demoToken(box, companyId, slug, mode),
    })),
  }
}

/** Writes `DATA_DIR/demo.json` for its owner alone. It appears whole: a reader never finds half of it. */
export async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  const path = demoPath(dataDir)
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, path)
}
