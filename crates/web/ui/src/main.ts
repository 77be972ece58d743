import { mount } from "svelte";

import App from "./App.svelte";
import { arrival } from "./lib/route.svelte";
import "./style.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");
await arrival;
mount(App, { target });
