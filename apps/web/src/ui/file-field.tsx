import { type ComponentProps, useId, useState } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'> & {
  readonly label: string
  /** `choose` is the button's label, and `none` the text beside it while no file is chosen. */
  readonly choose: string
  readonly none: string
}

/** A labelled file input in the interface's language: the browser's own control is in the browser's language. */
export const FileField = ({ label, choose, none, ...input }: Props) => {
  const id = useId()
  const [name, setName] = useState<string | null>(null)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <span className="field relative flex h-auto min-w-0 items-center gap-3 py-1 pl-1">
        <span aria-hidden className="control plain flex-none">
          {choose}
        </span>
        <span aria-hidden className={`truncate ${name === null ? 'text-muted' : ''}`}>
          {name ?? none}
        </span>
        <input
          {...input}
          id={id}
          type="file"
          onChange={({ target }) => setName(target.files?.[0]?.name ?? null)}
          className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
        />
      </span>
    </div>
  )
}
