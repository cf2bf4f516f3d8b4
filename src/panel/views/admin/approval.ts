import { t, type WordKey } from '../../lib/i18n.ts'
import type { Switch } from '../../parts/entity.ts'

/** The switch of rows that are `active` after an admin's approval; `text` explains a suspension. */
export const approval = (text: WordKey, approved: WordKey): Switch<{ active: boolean }> => ({
  isOn: ({ active }) => active,
  bodyOf: (active) => ({ active }),
  on: t('admin.approve'),
  off: t('admin.suspend'),
  title: (name) => t('admin.suspendTitle', { name }),
  text: t(text),
  said: (isOn, name) => t(isOn ? approved : 'admin.isSuspended', { name }),
})
