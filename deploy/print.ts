import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DASHBOARDS, dashboardOf } from './dashboards.ts'

/** `npm run deploy:print` writes what is printed from elsewhere: the dashboards. */
export const printed = (): Map<string, string> =>
  new Map(
    Object.entries(DASHBOARDS).map(([title, panels]) => {
      const dashboard = dashboardOf(title, panels)
      return [`grafana/dashboards/${dashboard.uid}.json`, `${JSON.stringify(dashboard, null, 2)}\n`]
    }),
  )

if (import.meta.main) for (const [path, text] of printed()) await writeFile(join(import.meta.dirname, path), text)
