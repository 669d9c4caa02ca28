import { Text } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import { Ltr } from './isolated.tsx'
import classes from './shown-once.module.css'

/** A secret that is shown this once, to be copied. */
export const ShownOnce = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="sm" fw={600} mb={6}>
      {label}
    </Text>
    <div className={classes.secret}>
      <Ltr className={`code ${classes.text}`}>{text}</Ltr>
      <CopyButton text={text} size="sm" />
    </div>
  </div>
)
