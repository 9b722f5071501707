import { IconCircleCheckFilled } from '@tabler/icons-react'
import styles from './who-sees-this.module.css'

const points = [
  {
    title: 'Only you',
    text: 'No listing is made, and no lender or owner is told. A link shows it to whoever you send it to.',
  },
  {
    title: 'Public sources',
    text: 'The name goes to the public lookup of its registry. The rest comes from our own tables.',
  },
  {
    title: 'Not kept',
    text: 'The typed name is dropped after 24 hours. No cookie, no account.',
  },
]

export const WhoSeesThis = () => (
  <section aria-labelledby="who-sees" className={styles.band}>
    <h2 id="who-sees">Who sees this</h2>
    <ul>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>
            <IconCircleCheckFilled size={16} aria-hidden="true" /> {title}
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
