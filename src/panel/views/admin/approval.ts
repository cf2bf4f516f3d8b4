import { t, type WordKey } from '../../lib/i18n.ts'
import type { Switch } from '../../parts/entity.ts'

/** How what is `active` once an admin approved it is suspended and approved; `text` says what suspending does. */
export const approval = (text: WordKey, approved: WordKey): Switch<{ active: boolean }> => ({
  isOn: ({ active }) => active,
  bodyOf: (active) => ({ active }),
  on: t('admin.approve'),
  off: t('admin.suspend'),
  title: (name) => t('admin.suspendTitle', { name }),
  text: t(text),
  said: (isOn, name) => t(isOn ? approved : 'admin.isSuspended', { name }),
})
