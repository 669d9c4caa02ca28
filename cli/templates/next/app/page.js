export default function Page() {
  return <p>A plugin of the clinic platform. It takes events at /webhooks.</p>
}
