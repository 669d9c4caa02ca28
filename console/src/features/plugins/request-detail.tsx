import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { requestLogTexts } from './request-log-texts.ts'

/** All that is logged of one request. */
export function RequestDetail({ entry }: { entry: Returned<'listPluginRequests'> }) {
  const t = useTexts(requestLogTexts)
  const { id, at, method, route, recordId, status, code, durationMs, idempotencyKey, replayed, notLogged } = entry
  const { parameters, invalidFields, tokenHint, address } = entry
  return (
    <Stack>
      <Ltr className="code breaks">{`${method} ${route}`}</Ltr>
      <dl className="facts">
        <Fact title={t.at}>
          <Moment at={at} />
        </Fact>
        <Fact title={t.answer}>
          <Ltr>{[status, code].filter(Boolean).join(' ')}</Ltr>
        </Fact>
        <Fact title={t.took}>{t.ms(durationMs)}</Fact>
        <Fact title={t.requestId}>
          <Ltr>{id}</Ltr>
        </Fact>
        <Fact title={t.key}>
          <Ltr>{tokenHint ?? '—'}</Ltr>
        </Fact>
        <Fact title={t.address}>
          <Ltr>{address}</Ltr>
        </Fact>
        {recordId !== null && (
          <Fact title={t.record}>
            <Ltr>{recordId}</Ltr>
          </Fact>
        )}
        {idempotencyKey !== null && (
          <Fact title={t.idempotencyKey}>
            <Ltr>{`${idempotencyKey}…`}</Ltr>
          </Fact>
        )}
        {parameters.length > 0 && (
          <Fact title={t.parameters}>
            <Ltr>{parameters.join(', ')}</Ltr>
          </Fact>
        )}
        {invalidFields.length > 0 && (
          <Fact title={t.invalid}>
            <Ltr>{invalidFields.join(', ')}</Ltr>
          </Fact>
        )}
      </dl>
      {replayed && <Text size="sm">{t.replayed}</Text>}
      {notLogged > 0 && <Notice tone="warn">{t.notLogged(notLogged)}</Notice>}
    </Stack>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
