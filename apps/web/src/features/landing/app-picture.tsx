import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'

/** The files reader-{language}-{theme}-{width}.{format}, which `npm run pictures` makes. */
const FILES = import.meta.glob<string>('./pictures/*', { eager: true, query: '?url', import: 'default' })
/** The pictures' widths in pixels. */
const WIDTHS = [720, 1440] as const
const SHAPE = { width: 1440, height: 900 } as const
const SIZES = '(min-width: 1136px) 1040px, calc(100vw - 32px)'
const THEMES = ['light', 'sepia', 'dark'] as const

const sourceSet = (name: string, format: string): string =>
  WIDTHS.map((width) => `${FILES[`./pictures/${name}-${width}.${format}`]} ${width}w`).join(', ')

/**
 * A picture of the app in the visitor's language and theme. Only the device knows the theme, so the page has a picture
 * for each theme. Browsers do not fetch the hidden pictures (loading="lazy").
 */
export const AppPicture = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className="overflow-hidden rounded-md border border-line shadow-high">
      {THEMES.map((theme) => {
        const name = `reader-${language}-${theme}`
        return (
          <picture key={theme} className={`app-picture ${theme}`}>
            <source type="image/avif" srcSet={sourceSet(name, 'avif')} sizes={SIZES} />
            <img
              src={FILES[`./pictures/${name}-1440.webp`]}
              srcSet={sourceSet(name, 'webp')}
              sizes={SIZES}
              {...SHAPE}
              loading="lazy"
              decoding="async"
              alt={t('explore.picture')}
              className="h-auto w-full"
            />
          </picture>
        )
      })}
    </div>
  )
}
