import { PICTURE_SIZE, type Picture, pictureFile } from './answer.ts'

const LOOKS = [
  { look: 'light', shown: 'only-light' },
  { look: 'dark', shown: 'only-dark' },
] as const

/** A screen in the page's theme. */
export const ScreenPicture = ({ of: picture }: { of: Picture }) =>
  LOOKS.map(({ look, shown }) => (
    <img
      key={look}
      src={`/${pictureFile(picture, look)}`}
      alt={picture.alt}
      {...PICTURE_SIZE}
      loading="lazy"
      className={`${shown} mt-8 h-auto w-full rounded-card border border-line`}
    />
  ))
