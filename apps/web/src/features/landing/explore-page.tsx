import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAccountDialog } from '../../session/account-dialogs.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { BookCopy, Bookmark, MonitorSmartphone, PencilLine, ScrollText, Search } from '../../ui/icons.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { AppPicture } from './app-picture.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Cards, Section } from './section.tsx'

/** The six features, in the order of the specification (section 1). */
const FEATURES = [
  { icon: BookCopy, name: 'compare' },
  { icon: PencilLine, name: 'memo' },
  { icon: Bookmark, name: 'mark' },
  { icon: ScrollText, name: 'sermon' },
  { icon: MonitorSmartphone, name: 'sync' },
  { icon: Search, name: 'search' },
] as const
const MORE = ['more1', 'more2', 'more3'] as const

/** More about the product, collapsed at first. Without script all of it is shown. */
const ReadMore = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mx-auto mt-4 max-w-[38rem]">
      <div id={id} className={`${open ? 'grid' : 'hidden noscript:grid'} gap-4 text-left leading-relaxed text-pretty`}>
        {MORE.map((part) => (
          <p key={part}>{t(`explore.${part}`)}</p>
        ))}
      </div>
      <Button
        look="quiet"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="noscript:hidden mt-2"
      >
        {t(open ? 'explore.readLess' : 'explore.readMore')}
      </Button>
    </div>
  )
}

/** The page /about/explore-pathlight, which describes the product. */
export const Component = () => {
  const { t } = useTranslation()
  const user = useSession()
  const open = useAccountDialog()
  return (
    <>
      <PageHead
        title={t('explore.title')}
        description={t('explore.description')}
        path="/about/explore-pathlight"
        data={{
          '@type': 'WebApplication',
          name: t('product'),
          description: t('explore.description'),
          applicationCategory: 'LifestyleApplication',
          operatingSystem: 'Any',
          inLanguage: ['en', 'ko'],
          offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
        }}
      />
      <section className="lamplight px-4 pt-[clamp(48px,8vw,104px)] pb-12 text-center wide:px-6">
        <h1 className="mx-auto max-w-[22ch] font-scripture text-display leading-[1.16] font-[440] tracking-[-0.016em] text-balance [&:lang(ko)]:leading-[1.35]">
          {t('explore.heading')}
        </h1>
        <p className="mx-auto mt-5 max-w-[36rem] text-lg leading-relaxed text-balance text-muted">
          {t('explore.lead')}
        </p>
        <Link to="/bible-reading" className="control primary big mt-7">
          {t('explore.start')}
        </Link>
        <ReadMore />
      </section>
      <div className="mx-auto max-w-[68rem] px-4 wide:px-6">
        <div className="pb-14">
          <AppPicture />
        </div>
        <Section title={t('explore.features')}>
          <Cards
            across={3}
            cards={FEATURES.map(({ icon, name }) => ({
              icon,
              name,
              title: t(`explore.feature.${name}Title`),
              text: t(`explore.feature.${name}Text`),
            }))}
          />
        </Section>
        <HowItWorks />
        <section className="grid justify-items-center border-t border-line pt-14 pb-18 text-center">
          <p className="font-scripture text-xl leading-tight font-semibold">{t('explore.ready')}</p>
          {user ? (
            <Link to="/bible-reading" className="control primary big mt-5">
              {t('explore.start')}
            </Link>
          ) : (
            <Button look="primary" big onClick={() => open('signUp')} className="mt-5">
              {t('explore.signUp')}
            </Button>
          )}
        </section>
      </div>
    </>
  )
}
