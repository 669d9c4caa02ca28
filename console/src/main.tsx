import './app/mantine-styles.ts'
import './app/styles.css'
import { FONT, WEIGHTS } from '@clinic/contract/brand.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { leaveWhenLoggedOut } from './app/logged-out.ts'
import { router } from './app/router.tsx'
import { styleNonce } from './app/style-nonce.ts'
import { cssVariables, theme } from './app/theme.ts'
import { returnPlace } from './features/login/place.ts'
import { directionOf } from './lib/language.ts'
import { initialLanguage, LanguageProvider, showLanguage } from './lib/language-choice.tsx'
import { rememberReturn } from './lib/oauth-return.ts'
import { showDensity } from './lib/preferences.ts'
import { watchPresence } from './lib/presence.ts'
import { queryClient } from './lib/query-client.ts'
import { StepUpProvider } from './ui/step-up.tsx'
import { Toasts } from './ui/toasts.tsx'

const language = initialLanguage()
showLanguage(language)
// Asked for before there is text to show, so that less of it changes its shape when the font comes.
for (const weight of Object.values(WEIGHTS))
  void document.fonts.load(`${weight} 1em ${FONT}`, language === 'ar' ? 'ع' : 'a').catch(() => undefined)
if (location.pathname === '/login') {
  const search = rememberReturn({ ...returnPlace(), search: location.search })
  if (search !== location.search) history.replaceState(null, '', location.pathname + search)
}
leaveWhenLoggedOut(queryClient, router)
watchPresence()
showDensity()

const element = document.getElementById('console')
if (element)
  createRoot(element).render(
    <StrictMode>
      <DirectionProvider initialDirection={directionOf(language)} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          getStyleNonce={styleNonce}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={queryClient}>
            <LanguageProvider>
              <Toasts />
              <StepUpProvider>
                <RouterProvider router={router} />
              </StepUpProvider>
            </LanguageProvider>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  )
