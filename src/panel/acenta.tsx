import { t } from './lib/i18n.ts'
import { startPage } from './parts/page.tsx'

startPage({
  roles: ['agency_user'],
  // lib/router.ts tells how to add a view.
  views: [{ name: 'today', title: 'nav.today', body: () => <h1>{t('nav.today')}</h1> }],
})
