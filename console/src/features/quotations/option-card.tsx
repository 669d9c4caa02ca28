import { Group, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { CalendarDay, Ltr, Name } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Amount } from '../money/money-parts.tsx'
import { OptionDeeds } from './option-deeds.tsx'
import { type Option, State } from './quotation-parts.tsx'
import classes from './quotations.module.css'
import { quotations } from './texts.ts'

/** One of the ways to go: what it offers, what it comes to, and who pays what of it. Every figure is the server's. */
export function OptionCard({ option }: { option: Option }) {
  const t = useTexts(quotations)
  const { optionLabel, name, state, seen, versionNum, validUntil, notes, withdrawReason } = option
  return (
    <Section title={optionLabel === null ? t.title : t.option(optionLabel)} state={<State of={state} />}>
      <Stack gap="sm">
        <Group gap="xs">
          {versionNum > 1 && <span className="tag">{t.version(versionNum)}</span>}
          {seen && <span className="tag">{t.seen}</span>}
        </Group>
        {name !== null && (
          <Text>
            <Name>{name}</Name>
          </Text>
        )}
        <div>
          <ul className={classes.lines}>
            {option.lines.map((line, place) => (
              <Line key={line.treatmentId ?? place} line={line} />
            ))}
          </ul>
          <Figures option={option} />
        </div>
        {validUntil !== null && (
          <Text size="sm" c="dimmed">
            {t.validUntil} <CalendarDay date={validUntil} />
          </Text>
        )}
        {(withdrawReason ?? notes) !== null && (
          <Text size="sm">
            <bdi>{withdrawReason ?? notes}</bdi>
          </Text>
        )}
        <OptionDeeds option={option} />
      </Stack>
    </Section>
  )
}

function Line({ line: { treatmentId, name, tooth, quantity, amount } }: { line: Option['lines'][number] }) {
  const t = useTexts(quotations)
  return (
    <li className={classes.line}>
      <span>
        {treatmentId === null ? t.feeLine : <Name>{name}</Name>} {tooth.length > 0 && <Ltr>{tooth.join(', ')}</Ltr>}{' '}
        {quantity > 1 && <Ltr>{`×${quantity}`}</Ltr>}
      </span>
      <Amount of={amount} />
    </li>
  )
}

function Figures({ option }: { option: Option }) {
  const t = useTexts(quotations)
  const figures: readonly (readonly [title: string, amount: number])[] = [
    [t.price, option.subtotal],
    ...(option.discount > 0 ? [[t.discount, option.discount] as const] : []),
    [t.tax(option.taxPercent), option.tax],
    [t.total, option.total],
    [t.insurer, option.insurance],
    [t.due, option.due],
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(([title, amount]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <Amount of={amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
