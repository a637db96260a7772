import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SharedPage } from '../features/by-link/shared-page.tsx'
import { IconButton } from '../ui/button.tsx'
import { CaseSensitive, Globe } from '../ui/icons.ts'
import { Logo } from './logo.tsx'
import { AppearanceControl, LanguageControl } from './top-navigation.tsx'

/**
 * The foot of a shared page. The person reading may not use the product, so the foot has no navigation. It has the
 * language and the appearance.
 */
const Foot = ({ about }: { readonly about: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <footer className="mt-auto flex flex-wrap items-center gap-x-4 border-t border-line pt-2 text-xs text-muted print:mt-10">
      <Logo />
      <span className="order-last w-full pb-2 wide:order-none wide:w-auto wide:grow wide:pb-0 wide:text-right">
        {about}
      </span>
      <span className="noscript:hidden -mr-2.5 ml-auto flex print:hidden">
        <LanguageControl button={(standIn) => <IconButton {...standIn} icon={Globe} label={t('menu.language')} />} />
        <AppearanceControl
          button={(standIn) => <IconButton {...standIn} icon={CaseSensitive} label={t('appearance.title')} />}
        />
      </span>
    </footer>
  )
}

/** The page /shared/{id}: an item that somebody shared by a link. */
export const Component = () => <SharedPage foot={(about) => <Foot about={about} />} />
