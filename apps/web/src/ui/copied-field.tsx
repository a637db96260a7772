import { useRef } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Field } from './field.tsx'
import { useStatusMessage } from './status-message.tsx'

type Props = { readonly label: string; readonly value: string; readonly copy: string; readonly copied: string }

/** A text with a button to copy it. If the browser refuses to copy, the text is selected instead. */
export const CopiedField = ({ label, value, copy, copied }: Props) => {
  const say = useStatusMessage()
  const place = useRef<HTMLDivElement>(null)
  const take = async () => {
    if (await copyText(value)) say(copied)
    else place.current?.querySelector('input')?.select()
  }
  return (
    <div ref={place} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow basis-60 [&_.field]:w-full">
        <Field label={label} readOnly value={value} onFocus={(event) => event.target.select()} />
      </div>
      <Button className="min-h-11" onClick={() => void take()}>
        {copy}
      </Button>
    </div>
  )
}
