import { isEmail } from '@pathlight/contracts/account-rules.ts'
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from '@pathlight/contracts/contact-rules.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field, focusFirstError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Captcha } from './captcha.tsx'

type Fields = { readonly name: string; readonly email: string; readonly message: string }
type Reply = { readonly tone: 'success' | 'error'; readonly text: string }

/** The values in the form's fields, read from the form, because a person may type before the scripts have run. */
const fieldsOf = (form: HTMLFormElement): Fields => {
  const data = new FormData(form)
  const field = (name: string) => String(data.get(name) ?? '').trim()
  return { name: field('name'), email: field('email'), message: field('message') }
}

/** The form for a message to the operator of this server. */
export const ContactForm = () => {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [fieldErrors, setFieldErrors] = useState<Partial<Fields>>({})
  const [token, setToken] = useState<string | null>(null)
  /** Counts the CAPTCHAs. A CAPTCHA is used for one attempt to send, so after each attempt there is a new one. */
  const [captcha, setCaptcha] = useState(0)
  const [reply, setReply] = useState<Reply | null>(null)
  const renewCaptcha = () => {
    setToken(null)
    setCaptcha((turn) => turn + 1)
  }
  const sending = useMutation({
    mutationFn: (message: Fields & { captchaToken: string }) =>
      write<{ message: string }>('POST', '/api/contact/', { body: message }),
    onSuccess: () => {
      form.current?.reset()
      renewCaptcha()
      setReply({ tone: 'success', text: t('contact.sent') })
    },
    onError: (error) => {
      renewCaptcha()
      setReply({ tone: 'error', text: sayProblem(t, error) ?? t('contact.network') })
    },
  })

  const check = ({ name, email, message }: Fields): Partial<Fields> => ({
    ...(name === '' && { name: t('contact.required') }),
    ...(email === '' ? { email: t('contact.required') } : !isEmail(email) && { email: t('contact.emailWrong') }),
    ...(message === '' && { message: t('contact.required') }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const fields = fieldsOf(event.currentTarget)
    const errors = check(fields)
    // flushSync marks the invalid fields before the focus goes to the first of them.
    flushSync(() => {
      setFieldErrors(errors)
      setReply(null)
    })
    if (Object.keys(errors).length > 0) return focusFirstError(event.currentTarget)
    if (token === null) return setReply({ tone: 'error', text: t('server.captcha_missing') })
    sending.mutate({ ...fields, captchaToken: token })
  }
  return (
    <>
      <p className="hidden rounded-sm bg-accent-soft px-3 py-2.5 text-sm noscript:block">
        {t('contact.withoutScript')}
      </p>
      <form ref={form} method="post" onSubmit={submit} noValidate className="noscript:hidden grid gap-4">
        <Field
          label={t('contact.name')}
          name="name"
          autoComplete="name"
          maxLength={CONTACT_NAME_MAX}
          required
          error={fieldErrors.name}
        />
        <Field
          label={t('contact.email')}
          type="email"
          name="email"
          autoComplete="email"
          required
          error={fieldErrors.email}
        />
        <TextArea
          label={t('contact.message')}
          name="message"
          rows={4}
          maxLength={CONTACT_MESSAGE_MAX}
          required
          error={fieldErrors.message}
        />
        <Captcha key={captcha} onToken={setToken} />
        <div role={reply?.tone === 'error' ? 'alert' : 'status'}>
          {reply && (
            <p
              className={`rounded-sm px-3 py-2.5 text-sm ${reply.tone === 'success' ? 'bg-ok-soft text-ok' : 'bg-danger-soft text-danger'}`}
            >
              {reply.text}
            </p>
          )}
        </div>
        <Button type="submit" look="primary" big disabled={sending.isPending} className="wide:justify-self-start">
          {t(sending.isPending ? 'contact.submitting' : 'contact.submit')}
        </Button>
      </form>
    </>
  )
}
