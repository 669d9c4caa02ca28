import { DISPOSITIONS } from '@clinic/contract/staff/claim-parts.ts'
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import type { useForm } from '../../lib/use-form.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { useAmount } from '../books/use-refused.ts'
import { Amount, Whose } from './claim-parts.tsx'
import classes from './claims.module.css'
import { type Draft, type Line, NO_LINE, type OpenItem, saidOf } from './remittance-draft.ts'
import { remitted } from './remittance-texts.ts'
import { claims } from './texts.ts'

interface LinesProps {
  items: readonly OpenItem[]
  form: Pick<ReturnType<typeof useForm<Draft>>, 'values' | 'set' | 'issueAt'>
  over: Returned<'previewRemittance'>['over']
}

/** A line for each invoice that the insurer has not answered; what nothing is typed in is left as it is. */
export function Lines({ items, form, over }: LinesProps) {
  const r = useTexts(remitted)
  const { values, set } = form
  const payAll = () =>
    set({
      lines: Object.fromEntries(
        items.map(({ invoiceId, remaining }) => [invoiceId, { ...NO_LINE, received: String(remaining) }]),
      ),
    })
  const places = saidOf(items, values).map(({ invoiceId }) => invoiceId)
  return (
    <section aria-label={r.lines}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {r.lines}
        </Title>
        <Button variant="default" size="compact-sm" onClick={payAll}>
          {r.payAll}
        </Button>
      </Group>
      <Stack gap="sm">
        {items.map(item => (
          <LineFields
            key={item.invoiceId}
            item={item}
            line={values.lines[item.invoiceId] ?? NO_LINE}
            path={`/lines/${places.indexOf(item.invoiceId)}`}
            form={form}
            left={over.find(({ invoiceId }) => invoiceId === item.invoiceId)?.remaining}
            change={to =>
              set({
                lines: { ...values.lines, [item.invoiceId]: { ...(values.lines[item.invoiceId] ?? NO_LINE), ...to } },
              })
            }
          />
        ))}
      </Stack>
    </section>
  )
}

interface FieldsProps extends Pick<LinesProps, 'form'> {
  item: OpenItem
  line: Line
  path: string
  /** What is left of it, where the line says more. */
  left: number | undefined
  change: (to: Partial<Line>) => void
}

function LineFields({ item, line, path, form, left, change }: FieldsProps) {
  const t = useTexts(claims)
  const r = useTexts(remitted)
  const amount = useAmount()
  const errorAt = useErrorAt(form, {})
  const tooMuch = left === undefined ? undefined : r.over(amount(left))
  const field = (name: keyof Line) => ({
    value: line[name],
    error: errorAt(`${path}/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  const received = field('received')
  const dispositions = DISPOSITIONS.map(value => ({ value, label: t.dispositions[value] }))
  return (
    <fieldset className={classes.line} aria-label={t.invoice(item.number)}>
      <div>
        {t.invoice(item.number)} · <Whose name={item.patientName} /> · <Amount of={item.remaining} />
      </div>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" verticalSpacing="xs">
        <TextInput label={t.received} dir="ltr" inputMode="decimal" {...received} error={tooMuch ?? received.error} />
        <TextInput label={t.rejected} dir="ltr" inputMode="decimal" {...field('rejected')} />
        <NativeSelect
          label={t.disposition}
          data={[{ value: '', label: '' }, ...dispositions]}
          {...field('disposition')}
        />
        <TextInput label={t.code} dir="ltr" maxLength={20} {...field('code')} />
      </SimpleGrid>
    </fieldset>
  )
}
