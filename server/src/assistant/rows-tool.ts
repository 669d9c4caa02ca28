import type { ListSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Presenter } from '../kernel/presenter.ts'
import { type Paged, pagingTool } from './derive.ts'
import type { JsonObject, Tool } from './tool.ts'

interface OfRows<Row> extends Omit<Paged, 'read'> {
  source: ListSource<Row>
  present: Presenter<Row, JsonObject>
}

/** A tool that pages through a table of which the plugin API has no list of its own, or not one that is searched. */
export const rowsTool = <Row extends { id: string; created_at: string }>({
  source,
  present,
  ...shared
}: OfRows<Row>): Tool =>
  pagingTool({
    ...shared,
    async read(call, { cursor, ...asked }) {
      const query = { ...asked, ...(typeof cursor === 'string' && { cursor }) }
      const { data, nextCursor } = await page(call.tx, source, query, present)
      return { records: data, nextCursor: nextCursor ?? undefined }
    },
  })
