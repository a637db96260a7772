import type { BibleHere } from '@pathlight/contracts/admin-bibles.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { AdminSection, Problem, Row, Rows } from './admin-page.tsx'
import { catalogueQuery } from './admin-queries.ts'

/** Searches the open catalogue of Bible texts. Each text that is not installed has a button that adds it. */
export const AddBible = ({
  adminId,
  here,
  isBusy,
  onAdd,
}: {
  adminId: string
  here: readonly BibleHere[]
  isBusy: boolean
  onAdd: (id: string) => void
}) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [words, setWords] = useState('')
  const { data, error, isFetching } = useQuery(catalogueQuery(adminId, words))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setWords(String(new FormData(event.currentTarget).get('words') ?? '').trim())
  }
  const found = () => {
    if (!data) return ''
    const { total, texts } = data
    if (total === 0) return t('bibles.none')
    return total > texts.length
      ? t('bibles.foundSome', { total, shown: texts.length })
      : t('bibles.found', { count: total })
  }
  return (
    <AdminSection title={t('bibles.add')} text={t('bibles.addText')}>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-60">
          <Field
            label={t('bibles.search')}
            name="words"
            maxLength={100}
            placeholder={t('bibles.searchHint')}
            autoComplete="off"
          />
        </div>
        <Button type="submit" look="primary" className="min-h-11" busy={isFetching}>
          {t('bibles.find')}
        </Button>
      </form>
      <p role="status" className="mt-3 text-sm text-muted">
        {isFetching ? t('loading') : found()}
      </p>
      <Problem error={error} failed={t('bibles.failed')} />
      {data && data.texts.length > 0 && (
        <Rows>
          {data.texts.map(({ id, code, name, englishName, language: spoken, languageName, licence, verses }) => (
            <Row
              key={id}
              text={
                <>
                  <p className="font-medium">
                    {englishName === null || englishName === name ? name : `${name} · ${englishName}`}
                  </p>
                  <p className="text-sm text-muted">
                    {[
                      id,
                      languageName ?? spoken,
                      ...(verses === null ? [] : [t('bibles.verses', { count: verses })]),
                    ].join(' · ')}
                  </p>
                  <p className="text-sm text-muted" lang={language === 'en' ? undefined : 'en'}>
                    {licence === '' ? t('bibles.noLicence') : licence}
                  </p>
                </>
              }
            >
              {here.some((one) => one.wanted === id || (one.wanted === null && one.code === code)) ? (
                <span className="text-sm text-muted">{t('bibles.isHere')}</span>
              ) : (
                <Button
                  ref={passFocusOn}
                  aria-label={t('bibles.addNamed', { name: id })}
                  busy={isBusy}
                  onClick={() => onAdd(id)}
                >
                  {t('bibles.addOne')}
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </AdminSection>
  )
}
