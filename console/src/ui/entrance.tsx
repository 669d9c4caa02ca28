import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { login } from '../features/login/texts.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Heading } from './room.tsx'
import { ui } from './texts.ts'

export const Brand = () => (
  <span className="brand">
    <img src="/brand/icon.svg" alt="" width={32} height={32} />
    {useTexts(ui).product}
  </span>
)

/** The frame of what stands before the login: one card, one question. */
export const Entrance = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <div className="entrance">
    <header>
      <Brand />
      <LanguageSwitch />
    </header>
    <main className="card" id="main">
      <Heading size="h2" key={title}>
        {title}
      </Heading>
      {lead && (
        <Text c="dimmed" mt={8} mb={28}>
          {lead}
        </Text>
      )}
      {children}
    </main>
    <footer>{useTexts(login).footer}</footer>
  </div>
)
