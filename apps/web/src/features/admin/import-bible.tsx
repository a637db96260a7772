import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../api/api-problem.ts'
import { askServer } from '../../api/own-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { AdminSection, Problem } from './admin-page.tsx'

/** Uploads a file with a Bible text. `said` has the values of the form's other fields. Throws ApiProblem. */
const sendBible = async (file: File, said: Readonly<Record<string, string>>): Promise<void> => {
  // If the person chose no file, the browser's form data have an empty file without a name.
  if (file.name === '') throw new ApiProblem(400, { code: 'no_file', message: 'Please choose a file.' })
  const query = new URLSearchParams({ file: file.name })
  for (const [name, value] of Object.entries(said)) if (value.trim() !== '') query.set(name, value.trim())
  await askServer(`/api/admin/bibles/import?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
}

/** The form to upload a file with a Bible text. The list of errands shows the progress. */
export const ImportBible = ({ onSent }: { onSent: () => void }) => {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(0)
  const sending = useMutation({
    mutationFn: ({ file, said }: { file: File; said: Record<string, string> }) => sendBible(file, said),
    onSuccess: () => {
      form.current?.reset()
      setSent((before) => before + 1)
      onSent()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { file, strict, ...said } = Object.fromEntries(new FormData(event.currentTarget))
    if (sending.isPending || !(file instanceof File)) return
    sending.mutate({ file, said: { ...(said as Record<string, string>), ...(strict && { strict: 'true' }) } })
  }
  return (
    <AdminSection title={t('bibles.import')} text={t('bibles.importText')}>
      <form ref={form} noValidate onSubmit={submit} className="grid max-w-2xl gap-3">
        <FileField
          // After a successful upload the field is mounted again, so that it shows no file.
          key={sent}
          label={t('bibles.file')}
          choose={t('bibles.choose')}
          none={t('bibles.noFile')}
          name="file"
          required
        />
        <div className="grid gap-3 wide:grid-cols-2 [&_.field]:w-full [&_.field]:min-w-0">
          <Field
            label={t('bibles.code')}
            name="version"
            required
            maxLength={20}
            hint={t('bibles.codeHint')}
            autoComplete="off"
          />
          <Field
            label={t('bibles.language')}
            name="language"
            maxLength={40}
            hint={t('bibles.languageHint')}
            autoComplete="off"
          />
          <Field label={t('bibles.name')} name="name" maxLength={300} autoComplete="off" />
          <Field label={t('bibles.licence')} name="licence" maxLength={300} autoComplete="off" />
        </div>
        <label className="flex min-h-11 items-center gap-3 text-[0.9375rem]">
          <input type="checkbox" name="strict" value="true" className="size-5" />
          {t('bibles.strict')}
        </label>
        <Problem error={sending.error} failed={t('bibles.failed')} />
        {sending.isSuccess && (
          <p role="status" className="text-sm text-muted">
            {t('bibles.sent')}
          </p>
        )}
        <Button type="submit" busy={sending.isPending} className="justify-self-start">
          {t('bibles.send')}
        </Button>
      </form>
    </AdminSection>
  )
}
