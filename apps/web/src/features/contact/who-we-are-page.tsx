import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { aboutQuery } from '../../session/about-query.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { ContactForm } from './contact-form.tsx'

const Text = ({ title, paragraphs }: { title: string; paragraphs: readonly string[] }) => (
  <section className="mt-10">
    <h2 className="mb-3 font-scripture text-xl leading-tight font-semibold">{title}</h2>
    <div className="grid gap-4 leading-relaxed text-pretty wrap-anywhere">
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  </section>
)

/** The page /about/who-we-are: the vision, the creator, and the contact form. */
export const Component = () => {
  const { t } = useTranslation()
  const { data } = useQuery(aboutQuery(useLanguage()))
  return (
    <div className="mx-auto max-w-[40rem] px-4 pt-12 pb-24 wide:px-6 wide:pt-16">
      <PageHead
        title={t('about.title')}
        description={t('about.description')}
        path="/about/who-we-are"
        data={{ '@type': 'AboutPage', name: t('about.title'), isPartOf: { '@type': 'WebSite', name: t('product') } }}
      />
      <h1 className="font-scripture text-2xl leading-tight font-semibold text-balance">{t('about.title')}</h1>
      <Text
        title={t('about.vision')}
        paragraphs={data?.vision ?? [t('about.vision1'), t('about.vision2'), t('about.vision3')]}
      />
      <Text title={t('about.bio')} paragraphs={data?.bio ?? [t('about.bio1'), t('about.bio2')]} />
      <section className="mt-12 border-t border-line pt-10">
        <h2 className="font-scripture text-xl leading-tight font-semibold">{t('contact.title')}</h2>
        <p className="mt-2 mb-6 text-sm text-balance text-muted">{t('contact.lead')}</p>
        <ContactForm />
      </section>
    </div>
  )
}
