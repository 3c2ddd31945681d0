import { Outlet } from "@tanstack/react-router";

export function ExamplePage() {
  return (
    <>
      <h1>Example</h1>
      <Outlet />
    </>
  );
}
