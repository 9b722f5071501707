import styles from './promises.module.css'

const promises = [
  {
    title: 'The name is locked',
    text: 'It sits at our registrar under a transfer lock, renewal reserved. You stay the owner in the agreement and your site keeps running.',
  },
  {
    title: 'The loan goes direct',
    text: 'Lender pays borrower, borrower repays lender. Each payment counts when the other side confirms it.',
  },
  {
    title: 'The balance pays fees',
    text: 'Your site balance in USD covers registry transfer and renewal fees. It is never used for loan money.',
  },
]

export function Promises() {
  return (
    <section aria-labelledby="promises" className={styles.promises}>
      <div className={styles.inside}>
        <h2 id="promises">We hold the domain. Never the money.</h2>
        {promises.map(({ title, text }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
