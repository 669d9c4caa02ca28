import { MARKS, TIERS, type Tier } from '@clinic/contract/scope-tiers.ts'
import { Checkbox, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage } from '../../lib/language-choice.tsx'
import classes from './scopes.module.css'

export type Scope = Returned<'getConsent'>['required'][number]

const isTier = (name: string): name is Tier => Object.hasOwn(TIERS, name)
const TIER_NAMES = Object.keys(TIERS).filter(isTier)

/** Scopes in a block for each tier, the least delicate first. */
function ByTier({ scopes, children }: { scopes: readonly Scope[]; children: (scope: Scope) => ReactNode }) {
  const { language } = useLanguage()
  const tiers = TIER_NAMES.filter(name => scopes.some(({ tier }) => tier === name))
  return (
    <div>
      {tiers.map(name => (
        <section key={name} className={classes.tier} aria-label={TIERS[name][language]}>
          <Title order={3} size="h6">
            {TIERS[name][language]}
          </Title>
          <ul className={classes.list}>
            {scopes
              .filter(({ tier }) => tier === name)
              .map(scope => (
                <li key={scope.scope}>{children(scope)}</li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** What it lets the plugin do besides reading. */
function Marks({ scope }: { scope: Scope }) {
  const { language } = useLanguage()
  if (scope.marks.length === 0) return null
  return (
    <span className={classes.marks}>
      {scope.marks.map(mark => (
        <span key={mark} className="tag" data-tone="warn">
          {MARKS[mark][language]}
        </span>
      ))}
    </span>
  )
}

/** What a scope lets a plugin do, in a sentence. */
function Sentence({ scope }: { scope: Scope }) {
  const { language } = useLanguage()
  return (
    <>
      {scope[language]} <Marks scope={scope} />
    </>
  )
}

export const ScopeList = ({ scopes, action }: { scopes: readonly Scope[]; action?: (scope: Scope) => ReactNode }) => (
  <ByTier scopes={scopes}>
    {scope => (
      <>
        <Sentence scope={scope} /> {action?.(scope)}
      </>
    )}
  </ByTier>
)

interface ScopeChoiceProps {
  scopes: readonly Scope[]
  chosen: readonly Scope['scope'][]
  onChoose: (chosen: Scope['scope'][]) => void
}

/** Scopes that are granted one by one. */
export const ScopeChoice = ({ scopes, chosen, onChoose }: ScopeChoiceProps) => (
  <ByTier scopes={scopes}>
    {scope => (
      <Checkbox
        label={<Sentence scope={scope} />}
        checked={chosen.includes(scope.scope)}
        onChange={event =>
          onChoose(event.currentTarget.checked ? [...chosen, scope.scope] : chosen.filter(name => name !== scope.scope))
        }
      />
    )}
  </ByTier>
)
