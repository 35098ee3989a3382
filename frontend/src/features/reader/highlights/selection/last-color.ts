import { useAtom } from 'jotai'
import { settingAtom } from '../../../../lib/settings.ts'
import { HIGHLIGHT_COLORS } from '../colors.ts'

const [FIRST] = HIGHLIGHT_COLORS

const lastColorAtom = settingAtom<string>(
  'highlight-color',
  stored => HIGHLIGHT_COLORS.find(({ color }) => color === stored?.toLowerCase())?.color ?? FIRST.color,
  color => color,
)

/** The colour of the last highlight made on this device, which the next one gets. */
export const useLastColor = () => useAtom(lastColorAtom)
