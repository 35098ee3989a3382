import { settingAtom } from '../lib/settings.ts'

/** Whether articles to continue stand above the list, on this device. */
export const shelfAtom = settingAtom<boolean>(
  'continue-reading',
  stored => stored !== 'off',
  isOn => (isOn ? 'on' : 'off'),
)
