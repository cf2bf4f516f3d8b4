import { createKeptStore } from './store.ts'

/** Light, dark, or the system's. */
export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The chosen theme. */
export const theme = createKeptStore<Theme>('theme', THEMES, 'auto')

/** Applies the theme, now and after each change. */
export function startTheme(): void {
  const show = (chosen: Theme) => {
    document.documentElement.dataset.theme = chosen
  }
  show(theme.get())
  theme.subscribe(show)
}
