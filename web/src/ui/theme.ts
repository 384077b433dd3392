/** Light, dark, or as the system says. */
import { remember, remembered } from './memory.ts'

export type Theme = 'system' | 'light' | 'dark'

export const themeNow = (): Theme => remembered<Theme>('theme', 'system')

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function pickTheme(theme: Theme): void {
  remember('theme', theme)
  showTheme(theme)
}
