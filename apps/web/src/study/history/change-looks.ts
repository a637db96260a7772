/** The class names of added and removed words. */
export const LOOKS = {
  added: 'rounded-[3px] bg-ok-soft px-0.5 text-ok no-underline',
  removed: 'rounded-[3px] bg-danger-soft px-0.5 text-danger line-through',
} as const
