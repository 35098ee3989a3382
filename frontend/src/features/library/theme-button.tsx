import { Moon, Sun } from 'lucide-react'
import { useSetTheme, useTheme } from '../../lib/theme.ts'
import { IconButton } from '../../ui/button.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'

export const ThemeButton = () => {
  const theme = useTheme()
  const setTheme = useSetTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const label = `Switch to ${other} theme`
  return (
    <Tip label={label}>
      <IconButton aria-label={label} onClick={() => setTheme(other)}>
        {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </IconButton>
    </Tip>
  )
}
