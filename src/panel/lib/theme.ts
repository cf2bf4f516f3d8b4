import { createKeptStore } from './store.ts'

/** Light, dark, or as the system is. */
export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The theme that was chosen. */
export const theme = createKeptStore<Theme>('theme', THEMES, 'auto')

/** Shows the page in the theme, now and whenever another is chosen. */
export function startTheme(): void {
  const show = (chosen: Theme) => {
    document.documentElement.dataset.theme = chosen
  }
  show(theme.get())
  theme.subscribe(show)
}
