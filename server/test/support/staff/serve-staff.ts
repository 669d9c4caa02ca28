import { openConnections } from '../../../src/app/connections.ts'
import { openCore } from '../../../src/app/core.ts'
import { openLogins } from '../../../src/app/staff-api.ts'
import { decorateRequests } from '../../../src/http/admit.ts'
import { mount } from '../../../src/http/mount.ts'
import { httpServer } from '../../../src/http/server.ts'
import type { Implementation } from '../../../src/kernel/implement.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { readEnv } from '../../../src/settings/env.ts'
import { openLog } from '../../../src/settings/log.ts'
import { staffSurface } from '../../../src/staff/staff-surface.ts'
import { MASTER_KEY, type TestApp } from '../app/harness.ts'
import { atEnd } from '../at-end.ts'
import { driver } from '../database/driver.ts'
import { ORIGIN } from './staff.ts'

/** Serves operations that no console has, through the surface of the console, on the app's database; answers where. */
export async function serveStaff(app: TestApp, implementations: readonly Implementation[]): Promise<string> {
  const core = openCore(
    readEnv({ NODE_ENV: 'test', RATE_LIMITS: 'off' }),
    secretBox([MASTER_KEY]),
    openConnections(driver, app.database.appUrl, app.database.appUrl),
    app.database.appUrl,
  )
  const { strangers, countedRecords } = core
  const log = openLog('silent', 'api')
  const http = httpServer({ log, strangers, requestTimeoutMs: 10_000, publicUrl: ORIGIN })
  decorateRequests(http)
  const origins = new Set([ORIGIN])
  mount(http, staffSurface({ ...openLogins(core), strangers, origins, countedRecords }), implementations, core)
  atEnd(async () => {
    await http.close()
    await core.egress.close()
    await core.connections.close()
  })
  return http.listen({ host: '127.0.0.1', port: 0 })
}
