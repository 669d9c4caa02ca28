import { Button, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { ui } from '../texts.ts'
import classes from './grid.module.css'

/** There are rows, but none that these values of the address leave. */
export function NoneFound({ filters }: { filters: readonly string[] }) {
  const t = useTexts(ui)
  const { write } = useUrlState()
  return (
    <div className={`${classes.frame} ${classes.none}`} role="status">
      <Text mb="sm">{t.noResults}</Text>
      <Button
        variant="default"
        size="sm"
        onClick={() => write(Object.fromEntries([...filters, 'after'].map(name => [name, ''])))}
      >
        {t.clearFilters}
      </Button>
    </div>
  )
}
